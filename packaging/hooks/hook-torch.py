"""PyInstaller: what of torch goes into the bundle. Stands in for the hook of pyinstaller-hooks-contrib.

That hook takes every module, test, source file and header. Here the modules are those that imports lead to,
and the files are the libraries, less the ones that only torch's own tests load.
"""

from pathlib import Path

from PyInstaller import compat
from PyInstaller.utils.hooks import PY_DYLIB_PATTERNS, collect_dynamic_libs, get_package_paths

TEST_LIBRARIES = ("torchbind_test", "jitbackend_test", "backend_with_compiler", "aoti_custom_ops")

package = Path(get_package_paths("torch")[1])

binaries = [
    (source, target)
    for source, target in collect_dynamic_libs("torch", search_patterns=[*PY_DYLIB_PATTERNS, "*.so.*"])
    if not any(name in Path(source).name for name in TEST_LIBRARIES)
    and "test" not in Path(source).relative_to(package).parts
]
# Settings modules read the comments of their own source when they are imported.
module_collection_mode = {
    ".".join(path.relative_to(package.parent).with_suffix("").parts): "pyz+py"
    for path in package.rglob("*config*.py")
    if "install_config_module(" in path.read_text("utf-8")
}
# `import torch` refuses to go on where this program is missing; nothing of ours starts it.
shm_manager = package / "bin" / "torch_shm_manager"
if shm_manager.exists():
    binaries.append((str(shm_manager), "torch/bin"))

hiddenimports = []
if compat.is_linux:
    from importlib.metadata import requires

    from _pyinstaller_hooks_contrib.utils import nvidia_cuda
    from packaging.requirements import Requirement

    # A CUDA build links to libraries in packages of their own; a CPU build names none.
    wanted = [Requirement(line) for line in requires("torch") or ()]
    names = [each.name for each in wanted if each.marker is None or each.marker.evaluate()]
    hiddenimports += nvidia_cuda.infer_hiddenimports_from_requirements(names)
    # https://github.com/pyinstaller/pyinstaller-hooks-contrib/pull/834: torch looks beside the real file.
    bindepend_symlink_suppression = ["**/torch/lib/*.so*"]
