import { digitsOf, tokenOrder } from './tokens.ts'

/** Version order for Haskell packages, https://pvp.haskell.org: lists of numbers. `1.0` sorts before `1.0.0`. */
export const hackageOrder = tokenOrder((text) =>
  /^\d+(?:\.\d+)*$/.test(text)
    ? [...text.split('.').map((part) => ({ rank: 1, digits: digitsOf(part) })), { rank: 0 }]
    : undefined,
)
