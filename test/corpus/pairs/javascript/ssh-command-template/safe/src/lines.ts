export interface Checkout {
  folder: string
  branch: string
}

export function checkoutLines({ folder, branch }: Checkout): string[][] {
  if (!/^[\w][\w./-]*$/.test(branch)) throw new Error(`${branch} is not a branch name`)
  return [['-C', folder, 'fetch', 'origin', branch], ['-C', folder, 'checkout', branch]]
}
