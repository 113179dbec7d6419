"""The stories of the sample comic and what they are drawn with."""
