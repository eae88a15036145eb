"""Where the frozen app starts: makes the process safe, then hands over to `app.__main__`. Main thread.

In a bundle, `sys.executable` is Yomi itself, a windowed Windows build has no standard streams, and
PyInstaller leaves its own search paths in the environment. What follows from that is put right here, before
Qt or torch is imported.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import multiprocessing
import os
import sys
import warnings
from collections.abc import Iterator, MutableMapping, Sequence
from pathlib import PurePath

NOT_PYTHON_EXIT = 2

COMPILE_KERNEL = "--compile-kernel"
"""FLAG in engine/kernels/compiler.py, which is imported only when asked for."""

_LEAKED_BY_QT_HOOK = ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH")


def main() -> int:
    """Guard the process and run the command; returns its exit code."""
    # First: a child that multiprocessing starts does its work in here and never returns.
    multiprocessing.freeze_support()
    open_missing_streams()
    if sys.argv[1:2] == [COMPILE_KERNEL]:
        # The engine asks itself, in a process in which nothing else is.
        from engine.kernels.compiler import main as compile_kernel

        return compile_kernel(sys.argv[2:])
    if is_interpreter_call(sys.argv[1:]):
        print("yomi: this is Yomi, not a Python interpreter.", file=sys.stderr)
        return NOT_PYTHON_EXIT
    # One thread means no pool of processes: torch's compiler would start this program as its workers.
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    # torch checks declarations in its own source, which is not in the bundle.
    warnings.filterwarnings("ignore", message="Unable to retrieve source for @torch.jit._overload")
    give_back_search_paths(os.environ)
    with crash_file():
        from app.__main__ import main as run

        return run()


def is_interpreter_call(arguments: Sequence[str]) -> bool:
    """Whether a library took `sys.executable` for Python, as torch's compiler does for its workers.

    Without this each such start opens a window, which may start the next.
    """
    if not arguments:
        return False
    first = arguments[0]
    if first in ("-c", "-m"):
        return True
    path = PurePath(first.replace("\\", "/"))
    return path.name == "__main__.py" and path.parent.name == "compile_worker"


def open_missing_streams() -> None:
    """Give a windowed build on Windows streams that lead nowhere: libraries write to them unasked."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for good


def give_back_search_paths(environment: MutableMapping[str, str]) -> None:
    """Take the bundle's folders out of what children inherit; this process has read them already.

    A browser or file manager that is started with them loads our libraries and fails:
    https://pyinstaller.org/en/stable/common-issues-and-pitfalls.html
    """
    before = environment.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        environment["LD_LIBRARY_PATH"] = before
    elif sys.platform.startswith("linux"):
        environment.pop("LD_LIBRARY_PATH", None)
    # Qt finds its plug-ins through the qt.conf that PySide6 carries.
    for name in _LEAKED_BY_QT_HOOK:
        environment.pop(name, None)


@contextlib.contextmanager
def crash_file() -> Iterator[None]:
    """Let a native crash leave its Python stack in a file beside the log, or else on standard error."""
    from app.paths import log_path

    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(log_path().with_suffix(".crash").open("a", encoding="utf-8"))
            faulthandler.enable(file)
        except OSError:
            with contextlib.suppress(io.UnsupportedOperation, ValueError):
                faulthandler.enable()
        try:
            yield
        finally:
            faulthandler.disable()


if __name__ == "__main__":
    raise SystemExit(main())
