"""Work in pieces, shared out to the machine's cores; its results are told in the order of the pieces."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from threading import Thread

from companion.engine.refusals import Refusal

MOST = 8
"""Processes at most: one alone reads the pieces and tells the results."""


def share_out(work: Callable[[bytes], str], pieces: Iterable[bytes], tell: Callable[[str], None]) -> None:
    """Tells the result of each piece as soon as those before it are told. Raises Refusal where a process was ended."""
    workers = processes()
    if not workers:
        for piece in pieces:
            tell(work(piece))
        return

    def tell_next(before: Future[None] | None, result: Future[str]) -> None:
        if before:
            before.result()  # nothing is told after what could not be
        tell(result.result())

    told: deque[Future[None]] = deque()
    try:
        with workers, ThreadPoolExecutor(1) as teller:
            for piece in pieces:
                told.append(teller.submit(tell_next, told[-1] if told else None, workers.submit(work, piece)))
                if len(told) > 2 * MOST:
                    told.popleft().result()
            for telling in told:
                telling.result()
    except BrokenProcessPool:
        raise Refusal("A process at work was ended. What is printed holds; start again for the rest.") from None


def processes() -> ProcessPoolExecutor | None:
    """One for each core; None where there is a single one, or a system that lacks what they share."""
    cores = min(os.cpu_count() or 1, MOST)
    try:
        return ProcessPoolExecutor(cores, initializer=_work_for_parent) if cores > 1 else None
    except (NotImplementedError, OSError):
        return None


def _work_for_parent() -> None:
    """The parent alone answers to Ctrl-C, and no worker outlives it, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
    os._exit(1)
