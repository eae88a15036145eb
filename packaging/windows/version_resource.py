"""The version resource of the Windows programs, in the form that PyInstaller reads.

Virus scanners and the properties dialog ask for it: a program without one looks like nobody's.
"""

from __future__ import annotations

_FORM = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004, fileType=0x1),
  kids=[
    StringFileInfo([StringTable('040904B0', [
      StringStruct('CompanyName', 'The Yomi authors'),
      StringStruct('FileDescription', 'Yomi'),
      StringStruct('FileVersion', '{version}'),
      StringStruct('InternalName', 'yomi'),
      StringStruct('LegalCopyright', 'The Yomi authors, MIT licence'),
      StringStruct('OriginalFilename', 'yomi.exe'),
      StringStruct('ProductName', 'Yomi'),
      StringStruct('ProductVersion', '{version}'),
    ])]),
    VarFileInfo([VarStruct('Translation', [1033, 1200])]),
  ],
)
"""


def text(version: str) -> str:
    """The resource for a version such as 1.2.3. Raises: ValueError for any other form."""
    parts = [int(part) for part in version.split(".")]
    if len(parts) != 3 or min(parts) < 0:
        raise ValueError(f"a version has three numbers, and this is {version!r}")
    return _FORM.format(numbers=(*parts, 0), version=version)
