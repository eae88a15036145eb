"""The Yomi desktop app: a PySide6 window and a command line over the engine."""
