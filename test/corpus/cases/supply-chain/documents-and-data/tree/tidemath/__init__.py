from importlib.resources import files

CONSTANTS = files(__package__).joinpath("constants.npy")
