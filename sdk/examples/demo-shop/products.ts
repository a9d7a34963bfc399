export interface Product {
  readonly id: string
  readonly name: string
  readonly text: string
  /** A line drawing: the path of an SVG, 48 units wide and high. */
  readonly drawing: string
  /** In the smallest unit: 2500 is £25.00. */
  readonly price: number
}

/** The currency of all prices. Every new account can take it. */
export const currency = 'GBP'

/** The shop takes each price from this list and ignores any price that a browser sends. */
export const products: readonly Product[] = [
  {
    id: 'tickets',
    name: 'Two theatre tickets',
    text: 'Row F, seats 11 and 12. Doors open at seven.',
    drawing: 'M6 15h36v6a4 4 0 0 0 0 8v6H6v-6a4 4 0 0 0 0-8zM30 15v4m0 4v4m0 4v4',
    price: 2500,
  },
  {
    id: 'teapot',
    name: 'A blue teapot',
    text: 'Holds four cups, and does not drip.',
    drawing: 'M13 20h20c4 0 5 18-2 18H15c-7 0-6-18-2-18zM10 27l-7-5m31 2c9-4 10 8 0 9M17 20c1-6 11-6 12 0m-6-5v-4',
    price: 3450,
  },
  {
    id: 'plant',
    name: 'A patient plant',
    text: 'Needs water twice a month, and a kind word.',
    drawing: 'M13 30h22l-3 12H16zM24 30V14m0 8c-9 0-11-6-10-11 6 0 10 3 10 11zm0-4c0-8 4-11 10-12 1 6-2 12-10 12z',
    price: 1299,
  },
]
