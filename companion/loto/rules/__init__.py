"""The rules of Loto: two games, the box, its cards and words. They import the engine alone.

- ``box``       the built-in cards, what makes a card a good one, and a bag that anyone can check
- ``cards``     who holds which card, which prizes are on it, and what its lines earn
- ``words``     words in the place of numbers
- ``calling``   the first method: numbers are called, and the first to have a prize takes it
- ``drawings``  the second method: ten numbers a drawing, each covered one earns a counter
"""
