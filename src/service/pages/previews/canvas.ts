import { type Stroke, strokeLetters } from './stroke-letters.ts'

/** Red, green, and blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number]

/** Position and style of a drawing, in pixels. */
export interface Pen {
  readonly x: number
  readonly y: number
  /** Height of a capital letter. */
  readonly size: number
  readonly thickness: number
  readonly color: Color
}

/** A pixel canvas that draws with antialiasing. */
export class Canvas {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number

  constructor(width: number, height: number, [red, green, blue]: Color) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height * 3)
    for (let at = 0; at < this.pixels.length; at += 3) {
      this.pixels[at] = red
      this.pixels[at + 1] = green
      this.pixels[at + 2] = blue
    }
  }

  /** Fills a rectangle with round corners. */
  box(left: number, top: number, wide: number, high: number, radius: number, color: Color): void {
    const [halfWide, halfHigh] = [wide / 2, high / 2]
    this.#within([left, top, left + wide, top + high], (x, y, pixel) => {
      const [outX, outY] = [
        Math.abs(x - left - halfWide) - halfWide + radius,
        Math.abs(y - top - halfHigh) - halfHigh + radius,
      ]
      this.#blend(
        pixel,
        shareOf(Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0) - radius),
        color,
      )
    })
  }

  /** Draws lines with round ends. Each pixel is blended once, also where lines meet. */
  strokes(strokes: readonly Stroke[], { x, y, size, thickness, color }: Pen): void {
    const shares = new Map<number, number>()
    const place = ([right, down]: Stroke[number]) => [x + right * size, y + down * size] as const
    for (const points of strokes) {
      points.slice(1).forEach((to, index) => this.#cover(place(points[index] ?? to), place(to), thickness / 2, shares))
    }
    for (const [pixel, share] of shares) this.#blend(pixel, share, color)
  }

  /** Writes a word. Returns its width in pixels. */
  word(text: string, pen: Pen): number {
    let x = pen.x
    for (const letter of text) {
      const { width, strokes } = strokeLetters[letter] ?? { width: 0, strokes: [] }
      this.strokes(strokes, { ...pen, x })
      x += width * pen.size + gapOf(pen)
    }
    return x - gapOf(pen) - pen.x
  }

  /** Records how much of each pixel a line covers. The line with the largest coverage counts. */
  #cover(
    [fromX, fromY]: readonly [number, number],
    [toX, toY]: readonly [number, number],
    half: number,
    shares: Map<number, number>,
  ): void {
    const [alongX, alongY] = [toX - fromX, toY - fromY]
    const square = alongX * alongX + alongY * alongY || 1
    const bounds = [
      Math.min(fromX, toX) - half,
      Math.min(fromY, toY) - half,
      Math.max(fromX, toX) + half,
      Math.max(fromY, toY) + half,
    ] as const
    this.#within(bounds, (x, y, pixel) => {
      const part = Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / square))
      const share = shareOf(Math.hypot(x - fromX - part * alongX, y - fromY - part * alongY) - half)
      if (share > (shares.get(pixel) ?? 0)) shares.set(pixel, share)
    })
  }

  /** Calls `each` with the center and the number of each pixel of a rectangle. */
  #within(
    [left, top, right, bottom]: readonly [number, number, number, number],
    each: (x: number, y: number, pixel: number) => void,
  ): void {
    for (let y = Math.max(0, Math.floor(top) - 1); y < Math.min(this.height, Math.ceil(bottom) + 1); y += 1) {
      for (let x = Math.max(0, Math.floor(left) - 1); x < Math.min(this.width, Math.ceil(right) + 1); x += 1)
        each(x + 0.5, y + 0.5, y * this.width + x)
    }
  }

  #blend(pixel: number, share: number, color: Color): void {
    if (share === 0) return
    for (let part = 0; part < 3; part += 1)
      this.pixels[pixel * 3 + part] = Math.round(
        (this.pixels[pixel * 3 + part] ?? 0) * (1 - share) + (color[part] ?? 0) * share,
      )
  }
}

/** Returns the covered share of a pixel by the distance of its center from the shape. */
const shareOf = (outside: number) => Math.min(1, Math.max(0, 0.5 - outside))

/** Returns the width of a word in pixels. */
export function widthOf(text: string, pen: Pick<Pen, 'size' | 'thickness'>): number {
  return [...text].reduce(
    (sum, letter) => sum + (strokeLetters[letter]?.width ?? 0) * pen.size + gapOf(pen),
    -gapOf(pen),
  )
}

const gapOf = ({ size, thickness }: Pick<Pen, 'size' | 'thickness'>) => size * 0.06 + thickness * 1.25
