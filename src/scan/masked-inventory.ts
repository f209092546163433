import { maskedTexts, wordMask } from '../detectors/leaked-secrets/masked-texts.ts'
import { maskedComponent } from '../detectors/masked-component.ts'
import type { Component, Inventory } from '../model/component.ts'

/**
 * An inventory as it may be matched, stored and served: what advisories say of its components later is said of the same names. Components that differ
 * in nothing but a secret are one.
 */
export function maskedInventory({ components, ...told }: Inventory): Inventory {
  const wordOf = wordMask()
  const hidden = new Set<string>()
  const masked = components.map((component) => maskedComponent(component, wordOf)).filter(({ purl }: Component, index) => {
    if (purl === components[index]?.purl) return true
    const isFirst = !hidden.has(purl)
    hidden.add(purl)
    return isFirst
  })
  return { ...maskedTexts(told), components: masked }
}
