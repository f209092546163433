import { setImmediate as turn } from 'node:timers/promises'
import { maskedTexts, wordMask } from '../rules/leaked-secrets/masked-texts.ts'
import { maskedComponent } from '../rules/masked-component.ts'
import type { Component } from '../model/component.ts'
import type { Inventory } from '../model/inventory.ts'

/** Components that are masked before the process yields to other work, after a few milliseconds. */
const componentsOfTurn = 1_000

/**
 * Masks an inventory for matching, storing, and displaying, so that later advisories refer to the same names.
 * Components that differ only in a secret are merged. Yields to other work, because a lockfile may list 100,000.
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
