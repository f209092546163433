import packageJson from '../../../package.json' with { type: 'json' }

/** The program that a report names as its author. */
export interface Product {
  readonly name: string
  readonly version: string
  /** Where this installation can be visited; absent on the command line. */
  readonly homepage?: string
}

/** This program. */
export const assay: Product = { name: 'Assay', version: packageJson.version }
