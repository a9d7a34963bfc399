/**
 * A property of the page's document as the browser itself defines it. In `document.body`, an element that somebody else
 * put into the page with the name `body` would take its place: `<img name="body">` needs no script.
 */
export function ofDocument<Name extends keyof Document>(name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, document)
}
