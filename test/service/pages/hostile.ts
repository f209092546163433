import { expect } from 'vitest'

/** A name that runs, hides text, or reverses it if a page does not escape it. */
export const hostile =
  '<script>alert(1)</script><img src=x onerror=alert(2)>"\'&\u202egnp.exe\u2066\u200b\u3164\u{E0041}'

/** Returns the text that a reader sees: without tags, with entities decoded. */
export const shown = (page: string) =>
  page
    .replaceAll(/<style[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

const ownScript = /<script type="module" src="\/pages\/[a-z-]+-[\da-f]{16}\.js"><\/script>/g
const ownImage = /<img src="\/servers\/[\w.-]+\/badge\.svg" alt="[^"<>]*" height="20"\/>/g

/**
 * Checks that a page runs only the service's own scripts, hides nothing, and loads nothing from other hosts. Hostile
 * text must be visible.
 */
export function expectInert(page: string, { isShown = true } = {}): void {
  const rest = page.replaceAll(ownScript, '').replaceAll(ownImage, '')
  expect(rest).not.toMatch(/<script|<img|<iframe|javascript:|\sstyle=|\son\w+="|\p{Cf}|\u3164/u)
  if (!isShown) return
  expect(shown(page)).toContain('<script>alert(1)</script>')
  expect(page).toContain('⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+200B⟩⟨U+3164⟩⟨U+E0041⟩')
}
