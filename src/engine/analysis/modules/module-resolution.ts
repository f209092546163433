/** Contents of files that configure module resolution, such as `package.json` and `tsconfig.json`, by path. */
export type ModuleSettings = ReadonlyMap<string, string>

/** Resolves imports to project files. */
export interface ModuleResolution {
  /**
   * Returns the index of the file that a specifier in a file refers to, or undefined if it is external. `isModule`: the
   * imported name is itself that file, as in `from package import module`. `named`: a file that may bind the same name
   * to a different value, such as the package's `__init__.py`.
   */
  resolve(
    fromFile: number,
    specifier: string,
    name: string,
  ): { readonly file: number; readonly isModule?: boolean; readonly named?: number } | undefined
}

/**
 * Returns the path of the file that an imported name refers to, among the files of one language. `named`: path of a
 * file that may bind the same name.
 */
export type ModuleResolver = (
  fromPath: string,
  specifier: string,
  name: string,
) => { readonly path: string | undefined; readonly isModule: boolean; readonly named?: string }
