import { keyOf, type MavenDependency } from './maven-dependency.ts'

/**
 * Managed dependencies of a POM, followed by those of its imported BOMs in import order. The first entry for a
 * dependency takes precedence. Layers are shared between POMs, because hundreds of POMs import the same BOM with
 * thousands of entries.
 */
export class ManagementLayers {
  readonly #layers: Set<ReadonlyMap<string, MavenDependency>>

  constructor(own: readonly MavenDependency[]) {
    this.#layers = new Set([new Map(own.map((entry) => [keyOf(entry), entry]))])
  }

  get size(): number {
    return this.#layers.size
  }

  append(imported: ManagementLayers): void {
    for (const layer of imported.#layers) this.#layers.add(layer)
  }

  find(key: string): MavenDependency | undefined {
    for (const layer of this.#layers) {
      const entry = layer.get(key)
      if (entry !== undefined) return entry
    }
    return undefined
  }
}
