"""Work in pieces on all cores, with the results in the order of the pieces."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread

from companion.engine.errors import Refusal

MAX_PROCESSES = 8
"""The largest pool: one process reads the pieces and writes the results, so more workers would wait for it."""


def map_in_order(work: Callable[[bytes], str], pieces: Iterable[bytes], write: Callable[[str], None]) -> None:
    """Write the result of each piece as soon as those before it are written.

    Pieces are read only a little ahead of what is written. Raises Refusal if a worker process was killed.
    """
    workers = process_pool()
    if not workers:
        for piece in pieces:
            write(work(piece))
        return

    def write_next(before: Future[None] | None, result: Future[str]) -> None:
        if before:
            before.result()  # nothing is written after a result that couldn't be
        write(result.result())

    writes: deque[Future[None]] = deque()
    try:
        with workers, ThreadPoolExecutor(1) as writer:
            for piece in pieces:
                writes.append(writer.submit(write_next, writes[-1] if writes else None, workers.submit(work, piece)))
                if len(writes) > 2 * MAX_PROCESSES:
                    writes.popleft().result()
            for pending in writes:
                pending.result()
    except BrokenProcessPool:
        raise Refusal("A worker process was stopped. What is printed is right; start again for the rest.") from None


def process_pool() -> ProcessPoolExecutor | None:
    """Return a pool with a process a core, or None on a single core or where the system can't share semaphores.

    On Linux the processes are forked, also since Python 3.14: each begins with the modules that are loaded by then.
    """
    cores = min(os.cpu_count() or 1, MAX_PROCESSES)
    try:
        forked = get_context("fork") if sys.platform == "linux" else None
        return ProcessPoolExecutor(cores, forked, initializer=_work_for_parent) if cores > 1 else None
    except (NotImplementedError, OSError):
        return None


def _work_for_parent() -> None:
    """Leave Ctrl-C to the parent, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent's end, then end this process."""
    if parent := parent_process():
        parent.join()
    os._exit(1)
