import packageJson from '../../../package.json' with { type: 'json' }

/** The program named in a report as its generator. */
export interface Product {
  readonly name: string
  readonly version: string
  /** URL of this installation. Absent in the CLI. */
  readonly homepage?: string
}

export const assay: Product = { name: 'Assay', version: packageJson.version }
