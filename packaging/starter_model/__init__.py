"""How the bundled starter model is made: fonts, texts, pictures, training, export, evaluation. Never
shipped.
"""
