import { setImmediate } from 'node:timers/promises'
import { type Grade, gradeThresholds } from '../../../engine/model/score.ts'
import { gradeTone, type Tone } from '../parts/tones.ts'
import { Canvas, type Color, widthOf } from './canvas.ts'
import { pngOf } from './png.ts'

/** Size of the preview pictures of links, in pixels. Most websites use this size. */
export const previewSize = { width: 1_200, height: 630 } as const

/** Content of a preview picture: a grade, a missing grade, or only the product name. */
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

/** All preview pictures. */
export const previewPictures = Object.keys(names) as readonly PreviewSays[]

/**
 * Returns the path of a picture. A picture shows a grade and no server name, so pages of one grade share it.
 */
export function previewPath(says: PreviewSays): string {
  return `/previews/${names[says]}.png`
}

/** Returns the alternative text of a picture. */
export function previewText(says: PreviewSays): string {
  if (says === 'assay') return 'Assay'
  return says === 'not scanned' ? 'Assay: no complete scan' : `Assay: grade ${says} on a scale from A+ to F`
}

/** Colors of the light theme of the style sheet. */
const colors = {
  page: [247, 246, 243],
  card: [255, 255, 255],
  line: [224, 221, 214],
  ink: [29, 31, 35],
  edge: [134, 137, 143],
  link: [11, 90, 138],
} as const satisfies Record<string, Color>

/** Colors of a letter and of its background. */
const tones: Readonly<Record<Tone, readonly [letter: Color, ground: Color]>> = {
  best: [
    [13, 107, 61],
    [220, 242, 229],
  ],
  good: [
    [60, 106, 18],
    [232, 242, 217],
  ],
  fair: [
    [122, 82, 0],
    [251, 239, 211],
  ],
  bad: [
    [163, 59, 11],
    [253, 230, 218],
  ],
  worst: [
    [161, 18, 58],
    [252, 227, 233],
  ],
  calm: [
    [71, 77, 87],
    [234, 233, 229],
  ],
}

const shield = [
  [0.5, 0],
  [1, 0.2],
  [1, 0.56],
  [0.86, 0.9],
  [0.5, 1.18],
  [0.14, 0.9],
  [0, 0.56],
  [0, 0.2],
  [0.5, 0],
] as const
const tick = [
  [0.28, 0.56],
  [0.45, 0.74],
  [0.74, 0.38],
] as const

/**
 * Draws a preview picture as a PNG. It yields between the parts, so that the process can answer requests.
 */
export async function drawPreview(says: PreviewSays): Promise<Buffer> {
  const { width, height } = previewSize
  const canvas = new Canvas(width, height, colors.page)
  for (const draw of partsOf(says)) {
    draw(canvas)
    await setImmediate()
  }
  return pngOf(canvas.pixels, width, height)
}

/** Returns the parts of a picture, background first. */
function partsOf(says: PreviewSays): readonly ((canvas: Canvas) => void)[] {
  const { width, height } = previewSize
  const card = [
    (canvas: Canvas) => canvas.box(48, 48, width - 96, height - 96, 36, colors.line),
    (canvas: Canvas) => canvas.box(50, 50, width - 100, height - 100, 34, colors.card),
  ]
  if (says === 'assay') return [...card, (canvas) => drawMark(canvas, { x: 250, y: 225, size: 150 })]
  const [letter, ground] = tones[says === 'not scanned' ? 'calm' : gradeTone[says]]
  const text = says === 'not scanned' ? '–' : says
  // Two characters need more space than one.
  const pen =
    text.length > 1 ? { size: 170, thickness: 31, color: letter } : { size: 220, thickness: 40, color: letter }
  return [
    ...card,
    (canvas) => canvas.box(100, 115, 400, 400, 48, ground),
    (canvas) => canvas.word(text, { ...pen, x: 300 - widthOf(text, pen) / 2, y: 315 - pen.size / 2 }),
    (canvas) => drawMark(canvas, { x: 575, y: 165, size: 96 }),
    (canvas) => drawLadder(canvas, says),
  ]
}

function drawMark(
  canvas: Canvas,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): void {
  canvas.strokes([shield, tick], { x, y: y - size * 0.06, size, thickness: size * 0.11, color: colors.link })
  canvas.word('Assay', { x: x + size * 1.5, y: y + size * 0.02, size, thickness: size * 0.14, color: colors.ink })
}

/** Draws all grades, best first, with the current grade in its color. */
function drawLadder(canvas: Canvas, says: PreviewSays): void {
  gradeThresholds.forEach(([grade], place) => {
    const [letter, ground] = tones[gradeTone[grade]]
    const left = 572 + place * 88
    const isMeant = grade === says
    if (isMeant) canvas.box(left, 400, 78, 78, 14, ground)
    const pen = { size: 32, thickness: isMeant ? 6.5 : 4, color: isMeant ? letter : colors.edge }
    canvas.word(grade, { ...pen, x: left + 39 - widthOf(grade, pen) / 2, y: 423 })
  })
}
