from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class OptionalBuild(build_ext):
    def run(self):
        try:
            super().run()
        except Exception as error:
            print(f"the extension was not built, the Python version is used: {error}")


setup(
    name="tideplot",
    version="0.8.2",
    packages=["tideplot"],
    ext_modules=[Extension("tideplot._raster", ["tideplot/raster.c"])],
    cmdclass={"build_ext": OptionalBuild},
)
