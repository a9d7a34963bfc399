import { cardNetworks } from '../../../spec/lib/card-rules.ts'
import type { MarkShapes } from './mark-shapes.ts'
import { drawMark, markOf } from './marks.ts'

interface Network {
  readonly label: string
  readonly mark: string
}

const white = '#fff'
const ground = 'M0 0h640v400H0z'

/** The marks of networks that exist mostly beside another one on a co-badged card. */
const domestic: Readonly<Record<string, MarkShapes>> = {
  cartes_bancaires: [
    ['#0a4c8f', ground],
    ['#078a5a', 'M322 0h318v400H322z'],
    [
      white,
      `M310 188h-96v24h96c-4 62-52 98-124 98C112 310 60 266 60 200S112 90 186 90c72 0 120 36 124 98m24-98h170
q54 0 54 49t-54 49H334zm0 122h170q54 0 54 49t-54 49H334z`,
    ],
  ],
  bancontact: [
    ['#ffd800', 'M120 200h200l100-120h100q20 0 20 20v80H400L280 300H140q-20 0-20-20z'],
    ['#005498', 'M120 300v-80h140L380 80h140v40L340 300z'],
  ],
  dankort: [
    ['#d9161d', 'M180 80h280a120 120 0 0 1 0 240H180a120 120 0 0 1 0-240z'],
    [
      white,
      `M180 140h56c40 0 66 24 66 60s-26 60-66 60h-56zm40 34v52h14c18 0 28-10 28-26s-10-26-28-26zM340 140h40v48
l46-48h50l-52 54 56 66h-50l-34-42-16 17v25h-40z`,
    ],
  ],
  eftpos: [
    ['#20252d', ground],
    [
      white,
      `M119 206h58a29 29 0 1 0-8 21M239 152q-28-8-28 24v64M197 184h36M265 154v62q0 24 26 22M249 184h40M313 182v92m0-68
a29 29 0 1 1 0 1M399 206a29 29 0 1 0 58 0 29 29 0 1 0-58 0M525 188q-34-14-36 4 0 12 18 16t18 18q-4 16-40 6`,
      20,
    ],
  ],
}

/** A card with its chip. */
const unknown: MarkShapes = [
  ['#e4e8ef', ground],
  ['#566072', 'M90 130q0-20 20-20h80q20 0 20 20v60q0 20-20 20h-80q-20 0-20-20zM90 270h460v36H90z'],
]

/** A network's name and mark. Of a network that this form does not know, they are its id and a plain card. */
export function networkOf(id: string): Network {
  const known = cardNetworks.find((network) => network.id === id)
  const shapes = domestic[id]
  return {
    label: known?.label ?? id.replace(/_/g, ' '),
    mark: shapes ? drawMark(shapes) : markOf(id) || drawMark(unknown),
  }
}
