"""PyInstaller: what of pyqtgraph goes into the bundle. Stands in for the hook of pyinstaller-hooks-contrib.

The colour maps, icons and templates of other Qt bindings stay out: Yomi draws curves with pens of its own.
"""

hiddenimports = [
    "pyqtgraph.multiprocess.bootstrap",
    "pyqtgraph.graphicsItems.PlotItem.plotConfigTemplate_generic",
    "pyqtgraph.graphicsItems.ViewBox.axisCtrlTemplate_generic",
    # Imported by a name that is put together.
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
]
