import { keyOf, type MavenDependency } from './maven-dependency.ts'

/**
 * Managed dependencies of a POM, before those of the bills of materials that it imports, in their order. The first
 * entry of a dependency applies. Layers are shared between POMs, because hundreds of POMs import the same bill of
 * materials with thousands of entries.
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
