/** A file of the program: package 0 is the project. */
export interface FilePlace {
  readonly packageIndex: number
  readonly path: string
}

/** What an import may load. */
export interface ResolvedImport {
  readonly files: readonly FilePlace[]
  /** Packages that may load any of their files. */
  readonly whole: readonly number[]
  /** True if the runtime provides the module. */
  readonly isBuiltin: boolean
  /** Packages that were not read, as `name@version`. */
  readonly notRead: readonly string[]
}
