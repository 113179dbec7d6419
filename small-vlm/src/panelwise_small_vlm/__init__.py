"""Trained weights of the small vision-language model; ``panelwise[small-vlm]`` finds them here."""
