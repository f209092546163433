import { setImmediate as turn } from 'node:timers/promises'
import { maskedTexts, wordMask } from '../rules/leaked-secrets/masked-texts.ts'
import { maskedComponent } from '../rules/masked-component.ts'
import type { Component } from '../model/component.ts'
import type { Inventory } from '../model/inventory.ts'

/** Number of components to mask before yielding to other work. Masking them takes a few milliseconds. */
const componentsOfTurn = 1_000

/**
 * Masks secrets in an inventory before it is matched, stored, or displayed. This comes first so that later matching
 * against new advisories uses the same names. Merges components that differ only in a secret. Yields to other work,
 * because a lockfile may list 100,000 components.
 */
export async function maskedInventory({ components, ...told }: Inventory): Promise<Inventory> {
  const wordOf = wordMask()
  const hidden = new Set<string>()
  const masked: Component[] = []
  for (const [index, component] of components.entries()) {
    if (index > 0 && index % componentsOfTurn === 0) await turn()
    const shown = maskedComponent(component, wordOf)
    if (shown.purl !== component.purl) {
      if (hidden.has(shown.purl)) continue
      hidden.add(shown.purl)
    }
    masked.push(shown)
  }
  return { ...maskedTexts(told), components: masked }
}
