declare module '@npmcli/arborist' {
  interface IdealNode {
    readonly isRoot: boolean
    readonly isLink: boolean
    /** Path of the folder, relative to the project. */
    readonly location: string
    readonly packageName: string
    readonly version: string
    readonly errors: readonly Error[]
  }

  /** The part of the library that the placement test uses. */
  export default class Arborist {
    constructor(options: {
      readonly path: string
      readonly registry: string
      readonly cache: string
      readonly force: boolean
      readonly save: boolean
    })
    buildIdealTree(request: {
      readonly add?: readonly string[]
    }): Promise<{ readonly inventory: ReadonlyMap<string, IdealNode> }>
  }
}
