"""The people of the household: ``/people``, who played in which evenings, and who is who.

A name is somebody's, and people say whose where that isn't plain: one who is written in two ways is made one person,
two of one name are made two, and either is taken back in one tap (``store/people.py``). Devices of the household alone
see and say it. Nothing outside this folder imports from it, except the application.
"""

from flask import Blueprint

bp = Blueprint("people", __name__)
