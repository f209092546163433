import { setImmediate as turn } from 'node:timers/promises'
import { maskedTexts, wordMask } from '../rules/leaked-secrets/masked-texts.ts'
import { maskedComponent } from '../rules/masked-component.ts'
import type { Component } from '../model/component.ts'
import type { Inventory } from '../model/inventory.ts'

/** Components that are masked before other work of the process has its turn: a few milliseconds. */
const componentsOfTurn = 1_000

/**
 * An inventory as it may be matched, stored and served: what advisories say of its components later is said of the same
 * names. Components that differ in nothing but a secret are one. A lockfile may list 100,000, so other work has its
 * turn in between.
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
