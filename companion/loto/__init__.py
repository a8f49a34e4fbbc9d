"""What both games of Loto share with the pages and the command line: the box, its cards, prizes and lines.

- ``box``     the built-in cards, what makes a card a good one, and a bag that anyone can check
- ``cards``   who holds which card
- ``prizes``  first method: who has which prize since which number
- ``words``   first method: words in the place of numbers
- ``lines``   second method: what each line of a card earns

No game imports another, so what two of them need lies here. It imports the engine alone.
"""
