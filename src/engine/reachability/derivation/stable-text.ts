/** Replaces the parts of texts that differ between releases without any effect on behavior. */
export class StableText {
  readonly #versions: readonly string[]

  constructor(versions: readonly string[]) {
    // The longer version first, because 1.2.1 is part of 1.2.10.
    this.#versions = [...versions].filter((version) => version.length > 2).sort((a, b) => b.length - a.length)
  }

  /** Returns a literal without version numbers, dates, and digests. */
  ofLiteral(text: string): string {
    if (text.length > 10_000) return text
    if (/^v?\d{1,9}\.\d{1,9}(?:[.+a-z-][\w.+-]{0,60})?$/.test(text)) return '<version>'
    return this.#withoutVersions(text).replaceAll(/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?\b|\b[0-9a-f]{40}\b/g, '<build>')
  }

  /** Returns a module name or path without versions and the digests that bundlers add to file names. */
  ofSpecifier(text: string): string {
    return this.#withoutVersions(text).replace(/([-.])[A-Za-z0-9_]{8,10}(\.[cm]?js)$/, (whole, dash, extension) =>
      /\d|[A-Z]/.test(whole.slice(1, -String(extension).length)) ? `${dash}<build>${extension}` : whole,
    )
  }

  #withoutVersions(text: string): string {
    return this.#versions.reduce((rest, version) => rest.replaceAll(version, '<version>'), text)
  }
}
