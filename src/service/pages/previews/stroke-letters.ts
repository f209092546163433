/** A line through points, in parts of the height of a capital; down is positive. */
export type Stroke = readonly (readonly [x: number, y: number])[]

/** A letter as lines of a pen. */
export interface StrokeLetter {
  readonly width: number
  readonly strokes: readonly Stroke[]
}

/** Points on an ellipse, from one angle to another, in degrees clockwise from the right. */
function arc(x: number, y: number, wide: number, high: number, from: number, to: number): Stroke {
  const steps = Math.ceil(Math.abs(to - from) / 6)
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [x + wide * Math.cos(angle), y + high * Math.sin(angle)] as const
  })
}

/** The letters that previews have: drawn here, since a font would weigh more than all pages. */
export const strokeLetters: Readonly<Record<string, StrokeLetter>> = {
  '+': {
    width: 0.44,
    strokes: [
      [
        [0, 0.5],
        [0.44, 0.5],
      ],
      [
        [0.22, 0.28],
        [0.22, 0.72],
      ],
    ],
  },
  '–': {
    width: 0.5,
    strokes: [
      [
        [0, 0.5],
        [0.5, 0.5],
      ],
    ],
  },
  A: {
    width: 0.8,
    strokes: [
      [
        [0, 1],
        [0.4, 0],
        [0.8, 1],
      ],
      [
        [0.14, 0.66],
        [0.66, 0.66],
      ],
    ],
  },
  B: {
    width: 0.64,
    strokes: [
      [
        [0, 0.47],
        [0, 0],
        ...arc(0.34, 0.235, 0.25, 0.235, -90, 90),
        [0, 0.47],
        [0, 1],
        ...arc(0.36, 0.735, 0.28, 0.265, 90, -90),
      ],
    ],
  },
  C: { width: 0.8, strokes: [arc(0.46, 0.5, 0.46, 0.5, -48, -312)] },
  D: { width: 0.72, strokes: [[[0, 0], [0, 1], ...arc(0.24, 0.5, 0.48, 0.5, 90, -90), [0, 0]]] },
  F: {
    width: 0.56,
    strokes: [
      [
        [0, 1],
        [0, 0],
        [0.56, 0],
      ],
      [
        [0, 0.48],
        [0.47, 0.48],
      ],
    ],
  },
  a: {
    width: 0.48,
    strokes: [
      arc(0.23, 0.72, 0.23, 0.28, 0, 360),
      [
        [0.46, 0.44],
        [0.46, 1],
      ],
    ],
  },
  s: { width: 0.4, strokes: [[...arc(0.2, 0.58, 0.17, 0.14, -35, -270), ...arc(0.2, 0.86, 0.19, 0.14, -90, 145)]] },
  y: {
    width: 0.46,
    strokes: [
      [
        [0, 0.44],
        [0.23, 1],
      ],
      [[0.46, 0.44], [0.16, 1.17], ...arc(0.02, 1.11, 0.15, 0.15, 25, 90)],
    ],
  },
}
