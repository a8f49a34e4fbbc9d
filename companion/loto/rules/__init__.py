"""The rules of Loto: three games, the box, its cards and words. They import the engine alone.

- ``box``       the built-in cards, what makes a card a good one, and a bag that anyone can check
- ``cards``     who holds which card, which prizes are on it, and what its lines earn
- ``words``     words in the place of numbers
- ``pack``      the printed cards of a hall, made again of one seed
- ``called``    numbers that are called one by one, and the bag they came out of
- ``calling``   the first method: numbers are called, and the first to have a prize takes it
- ``drawings``  the second method: ten numbers a drawing, each covered one earns a counter
- ``hall``      Loto night: a programme of prizes, and cards by their numbers
"""
