/** Files that configure module resolution, such as `package.json` and `tsconfig.json`: texts by path. */
export type ModuleSettings = ReadonlyMap<string, string>

/** Finds the file of the project that an import means. */
export interface ModuleResolution {
  /**
   * The file that a specifier means in a file, both by index in the program; undefined for what is outside of the
   * project. `isModule`: the imported name is itself that file, as `from package import module` may mean. `named`: a
   * file that may bind the same name to something else, such as the package's own.
   */
  resolve(
    fromFile: number,
    specifier: string,
    name: string,
  ): { readonly file: number; readonly isModule?: boolean; readonly named?: number } | undefined
}

/**
 * Returns the path of the file that a name of a specifier means, within the files of one language. `named`: path of a
 * file that may bind the same name.
 */
export type ModuleResolver = (
  fromPath: string,
  specifier: string,
  name: string,
) => { readonly path: string | undefined; readonly isModule: boolean; readonly named?: string }
