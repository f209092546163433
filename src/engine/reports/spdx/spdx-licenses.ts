import type { License } from '../../model/license.ts'

/** License that is not in the SPDX list. */
interface NamedLicense {
  readonly licenseId: string
  readonly name?: string
  readonly extractedText: string
}

/** Collects the licenses used in a document. Licenses outside the SPDX list get document-local IDs. */
export class SpdxLicenses {
  readonly #byName = new Map<string, NamedLicense>()

  /** Licenses that are not on the SPDX list. */
  get named(): readonly NamedLicense[] {
    return [...this.#byName.values()]
  }

  /** Converts a license to an expression that is valid in the document. */
  expressionOf({ expression, name }: License): string {
    // References to other documents are invalid without those documents.
    if (expression !== undefined && !expression.includes('DocumentRef-')) {
      for (const [licenseId] of expression.matchAll(/LicenseRef-[A-Za-z0-9.-]+/g))
        this.#byName.set(licenseId, { licenseId, extractedText: 'NOASSERTION' })
      return expression
    }
    return this.#identifierOf(name ?? expression ?? '')
  }

  #identifierOf(name: string): string {
    const key = `name ${name}`
    const known = this.#byName.get(key)
    if (known) return known.licenseId
    const licenseId = `LicenseRef-Assay-${this.#byName.size + 1}`
    this.#byName.set(key, { licenseId, name, extractedText: name })
    return licenseId
  }
}
