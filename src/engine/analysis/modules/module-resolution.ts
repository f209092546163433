/** Finds the file of the project that an import means. */
export interface ModuleResolution {
  /**
   * The file that a specifier means in a file, both by index in the program; undefined for what is outside of the
   * project. `isModule`: the imported name is itself that file, as `from package import module` of Python may mean.
   */
  resolve(
    fromFile: number,
    specifier: string,
    name: string,
  ): { readonly file: number; readonly isModule?: boolean } | undefined
}
