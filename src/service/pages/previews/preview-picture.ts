import { createRequire } from 'node:module'
import { renderAsync } from '@resvg/resvg-js'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { type Grade, gradeThresholds } from '../../../engine/model/score.ts'
import { type Content, html } from '../html.ts'
import { gradeTone, type Tone } from '../parts/tones.ts'

/** Size of link preview images in pixels. Most websites use this size. */
export const previewSize = { width: 1_200, height: 630 } as const

/** Preview image content: a grade, a missing grade, or only the product name. */
export type PreviewSays = Grade | 'not scanned' | 'assay'

const names: Readonly<Record<PreviewSays, string>> = {
  'A+': 'grade-a-plus',
  A: 'grade-a',
  B: 'grade-b',
  C: 'grade-c',
  D: 'grade-d',
  F: 'grade-f',
  'not scanned': 'not-scanned',
  assay: 'assay',
}

export const previewPictures = Object.keys(names) as readonly PreviewSays[]

/** Returns the path of an image. Images show a grade but no server name, so all pages with the same grade share one. */
export function previewPath(says: PreviewSays): string {
  return `/previews/${names[says]}.png`
}

export function previewText(says: PreviewSays): string {
  if (says === 'assay') return 'Assay'
  return says === 'not scanned' ? 'Assay: no complete scan' : `Assay: grade ${says} on a scale from A+ to F`
}

/** Colors of the style sheet's light theme. */
const colors = {
  page: '#f7f6f3',
  card: '#ffffff',
  line: '#e0ddd6',
  ink: '#1d1f23',
  quiet: '#5a5e66',
  link: '#0b5a8a',
} as const

/** Letter color and background color. */
const tones: Readonly<Record<Tone, { readonly letter: string; readonly ground: string }>> = {
  best: { letter: '#0d6b3d', ground: '#dcf2e5' },
  good: { letter: '#3c6a12', ground: '#e8f2d9' },
  fair: { letter: '#7a5200', ground: '#fbefd3' },
  bad: { letter: '#a33b0b', ground: '#fde6da' },
  worst: { letter: '#a1123a', ground: '#fce3e9' },
  calm: { letter: '#474d57', ground: '#eae9e5' },
}

/** Font for all images. The renderer needs a TrueType file instead of the compressed font that browsers load. */
const font = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')

/** Draws a preview image as PNG, in a separate thread. */
export async function drawPreview(says: PreviewSays): Promise<Buffer> {
  const picture = await renderAsync(render(pictureOf(says) as VNode), {
    font: { loadSystemFonts: false, fontFiles: [font], defaultFontFamily: 'Inter' },
    logLevel: 'off',
  })
  return picture.asPng()
}

function pictureOf(says: PreviewSays): Content {
  const { width, height } = previewSize
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" width=${width} height=${height} font-family="Inter" font-weight="700">
      <rect width=${width} height=${height} fill=${colors.page} />
      <rect x="49" y="49" width=${width - 98} height=${height - 98} rx="35" fill=${colors.card} stroke=${colors.line}
        stroke-width="2" />
      ${says === 'assay' ? productMark({ x: 270, y: 225, size: 180 }) : gradeContent(says)}
    </svg>
  `
}

function gradeContent(says: Exclude<PreviewSays, 'assay'>): Content {
  const { letter, ground } = tones[says === 'not scanned' ? 'calm' : gradeTone[says]]
  const text = says === 'not scanned' ? '–' : says
  // Two characters need more space than one. A capital letter is 0.728 of the font size high.
  const size = text.length > 1 ? 215 : 290
  return html`
    <rect x="100" y="115" width="400" height="400" rx="48" fill=${ground} />
    <text x="300" y=${315 + size * 0.364} text-anchor="middle" font-size=${size} fill=${letter}>${text}</text>
    ${productMark({ x: 575, y: 160, size: 120 })}
    ${gradeThresholds.map(([grade], place) => ladderStep(grade, 572 + place * 88, grade === says))}
  `
}

/** Returns the shield and the product name. `size` is the shield's height in pixels. */
function productMark({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }): Content {
  return html`
    <g transform=${`translate(${x} ${y}) scale(${size / 18}) translate(-4.5 -2.5)`} fill="none" stroke=${colors.link}
      stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
      <path d="M12 3l7 3v5c0 4.6-2.9 8-7 10-4.1-2-7-5.4-7-10V6z" />
      <path d="M9 12l2.2 2.2L15.5 10" />
    </g>
    <text x=${x + size} y=${y + size * 0.83} font-size=${size} letter-spacing="-3" fill=${colors.ink}>Assay</text>
  `
}

/** Returns one step of the grade scale. The current grade is colored. */
function ladderStep(grade: Grade, left: number, isCurrent: boolean): Content {
  const { letter, ground } = tones[gradeTone[grade]]
  return html`
    <rect x=${left} y="400" width="78" height="78" rx="14" fill=${isCurrent ? ground : 'none'} />
    <text x=${left + 39} y="454" text-anchor="middle" font-size="42" fill=${isCurrent ? letter : colors.quiet}>
      ${grade}
    </text>
  `
}
