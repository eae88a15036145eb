"""Answers about a picture: what a question asks for, where its value stands in the reading, what is said."""
