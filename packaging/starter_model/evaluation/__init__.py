"""The second evaluation set: drawn from texts, fonts and layouts that training never sees, and its reader."""
