import { markShapes, type MarkShapes } from './mark-shapes.ts'

/** A mark of 32 × 20 on white. Its edge, over the shapes, keeps a white one visible on a white field. */
export function drawMark(shapes: MarkShapes): string {
  const drawn = shapes.map(([colour, path, width]) =>
    width
      ? `<path fill="none" stroke="${colour}" stroke-width="${width}" d="${path}"/>`
      : `<path fill="${colour}" d="${path}"/>`,
  )
  const edge = '<rect x="8" y="8" width="624" height="384" rx="56" fill="none" stroke="#0003" stroke-width="16"/>'
  return `<svg viewBox="0 0 640 400" class="brand" aria-hidden="true">${drawn.join('')}${edge}</svg>`
}

/** The mark of a brand, by its id in the API. Empty for others. */
export function markOf(brand: string): string {
  const shapes = markShapes[brand]
  return shapes ? drawMark(shapes) : ''
}
