declare module 'npm-pick-manifest' {
  interface Pickable {
    readonly version: string
  }
  interface Options {
    readonly nodeVersion?: string
    readonly npmVersion?: string
    readonly defaultTag?: string
  }
  /** Throws an error with `code` ETARGET or ENOVERSIONS if no version matches. */
  export default function pickManifest<Manifest extends Pickable>(
    packument: {
      readonly name: string
      readonly 'dist-tags': Readonly<Record<string, string>>
      readonly versions: Readonly<Record<string, Manifest>>
    },
    wanted: string,
    options?: Options,
  ): Manifest
}
