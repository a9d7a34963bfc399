import { cardNetworks } from '../../../spec/lib/card-rules.ts'
import { drawMark, letters, markOf } from './marks.ts'

interface Network {
  readonly label: string
  readonly mark: string
}

const white = '#fff'

/** The marks of networks that exist mostly beside another one on a co-badged card. */
const domestic: Readonly<Record<string, string>> = {
  cartes_bancaires: drawMark(
    '#0b4a8f',
    `<path d="M15 1h11q3 0 3 3v12q0 3-3 3H15z" fill="#1c9a52"/>${letters('CB', white, 11, 17)}`,
  ),
  bancontact: drawMark(
    white,
    '<path d="M5 10h10l5-6h5q1 0 1 1v4h-7l-5 6H6q-1 0-1-1z" fill="#ffd800"/>' +
      '<path d="M5 15v-4h7l6-7h7v2l-9 9z" fill="#005498"/>',
  ),
  dankort: drawMark(
    white,
    `<rect x="3" y="4" width="24" height="12" rx="6" fill="#d9161d"/>${letters('DK', white, 9, 13)}`,
  ),
  eftpos: drawMark('#20252d', letters('eftpos', white, 8, 23)),
}

/** A network's name and mark. Of a network that this form does not know, they are its id and its first letter. */
export function networkOf(id: string): Network {
  const known = cardNetworks.find((network) => network.id === id)
  return {
    label: known?.label ?? id.replace(/_/g, ' '),
    mark: (domestic[id] ?? markOf(id)) || drawMark(white, letters(id.charAt(0).toUpperCase(), '#20252d', 11, 8)),
  }
}
