"""`yomi bench`: what this machine does with the model, measured beside what it could do at most."""
