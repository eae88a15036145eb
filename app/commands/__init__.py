"""The commands that need no window, a file each; `app.cli` parses for them. No Qt."""
