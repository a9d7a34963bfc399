import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import { replyWith, storeText, type StoredReply, type StoredRequest, type StoredText } from '../replies/stored-reply.ts'
import { allPages } from './all-pages.ts'
import { arazzoDocument } from './collections/arazzo.ts'
import { brunoArchive } from './collections/bruno.ts'
import { postmanCollection } from './collections/postman.ts'
import { docsHtml, docsPolicy, type DocsFrame, type DocsLooks } from './docs-html.ts'
import { indexPage } from './index-page.ts'
import { llmsFullText, llmsText } from './llms-text.ts'
import { markdownFile } from './markdown-file.ts'
import { plainDocument, publishedDocument } from './openapi.ts'
import type { DocsContext, DocsPage } from './page.ts'
import { searchIn, type SearchIndex, type SearchResult } from './search/find.ts'
import { makeSearchIndex } from './search/make-index.ts'
import { resultsPage } from './search/results-page.ts'
import { stateDrawings } from './state-drawings.ts'

/** Short enough that a correction shows soon, and long enough that browsing back costs no request. */
const caching = 'public, max-age=300'

/** A compromise, because the first reader of a page waits for the compression. */
const brotliQuality = 9

/** Serves the documentation. It renders each text at its first request and keeps it. */
export class Docs {
  readonly #context: DocsContext
  readonly #frame: DocsFrame
  readonly #stored = new Map<string, Promise<StoredText>>()
  #index: Promise<SearchIndex> | null = null
  #find: Promise<(question: string) => SearchResult> | null = null

  constructor(context: DocsContext, looks: DocsLooks) {
    // `URL` percent-encodes every character that has a meaning in HTML, Markdown or a shell.
    const baseUrl = new URL(context.baseUrl).href.replace(/\/+$/, '').replaceAll("'", '%27')
    this.#context = { ...context, baseUrl }
    this.#frame = { pages: allPages, looks, linkPrefix: new URL(baseUrl).pathname.replace(/\/+$/, '') }
  }

  /** `GET /docs/{path}`; null if the page does not exist. */
  async page(path: string, request: StoredRequest): Promise<StoredReply | null> {
    const asMarkdown = path.endsWith('.md')
    const page = this.#pageAt(asMarkdown ? path.slice(0, -'.md'.length) : path)
    if (!page) return null
    if (asMarkdown) return this.#text(path, () => markdownFile(page, this.#context), 'text/markdown', request)
    const text = await this.#store(`${path}.html`, () => docsHtml(this.#frame, page, page.markdown(this.#context)))
    return replyWith(text, request, this.#htmlHeaders())
  }

  /** `GET /docs/search.json`: what the script of the pages searches in. Made when somebody first searches. */
  async searchIndex(request: StoredRequest): Promise<StoredReply> {
    const index = await this.#madeIndex()
    return this.#text('search.json', () => JSON.stringify(index), 'application/json', request)
  }

  /** `GET /docs/search?q=`: the same search for browsers without the script. */
  async searchPage(question: string): Promise<StoredReply> {
    this.#find ??= this.#madeIndex().then(searchIn)
    const find = await this.#find
    return {
      status: 200,
      headers: { ...this.#htmlHeaders(), 'x-content-type-options': 'nosniff' },
      body: Buffer.from(resultsPage(this.#frame, question, find(question).found)),
    }
  }

  #madeIndex(): Promise<SearchIndex> {
    return (this.#index ??= makeSearchIndex(allPages, this.#context))
  }

  /** The page for unknown addresses. */
  async notFound(request: StoredRequest): Promise<StoredReply> {
    const page = {
      path: '',
      title: 'Page not found',
      summary: 'The page may have moved. Look for it in the list of all pages.',
    }
    const text = await this.#store('404', () =>
      docsHtml(this.#frame, page, 'Go to [the documentation](/docs), or to [the errors](/docs/errors).'),
    )
    return replyWith(text, request, { ...this.#htmlHeaders(), 'cache-control': 'no-store' }, 404)
  }

  llms(request: StoredRequest): Promise<StoredReply> {
    return this.#text('llms', () => llmsText(allPages, this.#context), 'text/plain', request)
  }

  llmsFull(request: StoredRequest): Promise<StoredReply> {
    return this.#text('llms-full', () => llmsFullText(allPages, this.#context), 'text/plain', request)
  }

  openapi(format: 'json' | 'yaml', request: StoredRequest): Promise<StoredReply> {
    const write = (): string => {
      const document = publishedDocument(this.#context)
      return format === 'json' ? JSON.stringify(document) : stringify(document, { aliasDuplicateObjects: false })
    }
    return this.#text(`openapi.${format}`, write, format === 'json' ? 'application/json' : 'application/yaml', request)
  }

  postman(request: StoredRequest): Promise<StoredReply> {
    return this.#text(
      'postman.json',
      () => JSON.stringify(postmanCollection(this.#context)),
      'application/json',
      request,
    )
  }

  arazzo(request: StoredRequest): Promise<StoredReply> {
    const write = (): string => JSON.stringify(arazzoDocument(this.#context))
    return this.#text('arazzo.json', write, 'application/json', request)
  }

  /** `GET /bruno.tgz`: a folder that Bruno opens. */
  bruno({ ifNoneMatch }: StoredRequest): StoredReply {
    const body = brunoArchive(this.#context)
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
    const type = { 'content-type': 'application/gzip', 'x-content-type-options': 'nosniff' }
    const headers = { ...type, 'cache-control': caching, 'access-control-allow-origin': '*', etag }
    const isKnown = ifNoneMatch?.includes(etag) === true
    return { status: isKnown ? 304 : 200, headers, body: isKnown ? Buffer.alloc(0) : body }
  }

  plainOpenapi(request: StoredRequest): Promise<StoredReply> {
    const write = (): string => JSON.stringify(plainDocument(this.#context))
    return this.#text('openapi-plain.json', write, 'application/json', request)
  }

  /** `GET /docs/{name}.svg`; null if the drawing does not exist. */
  async drawing(name: string, request: StoredRequest): Promise<StoredReply | null> {
    const drawing = stateDrawings.find((known) => known.name === name)
    if (!drawing) return null
    const stored = await this.#store(`${name}.svg`, () => drawing.svg)
    const policy = `default-src 'none'; style-src ${drawing.cspHash}; frame-ancestors 'none'`
    return replyWith(stored, request, {
      'content-type': 'image/svg+xml',
      'cache-control': caching,
      'content-security-policy': policy,
    })
  }

  #pageAt(path: string): DocsPage | undefined {
    return [indexPage, ...allPages].find((page) => page.path === path)
  }

  #htmlHeaders(): Record<string, string> {
    return {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': caching,
      'content-security-policy': docsPolicy(this.#frame.looks),
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    }
  }

  /** A text that pages and programs on any origin may read. */
  async #text(name: string, write: () => string, type: string, request: StoredRequest): Promise<StoredReply> {
    const headers = {
      'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      'cache-control': caching,
      'access-control-allow-origin': '*',
    }
    return replyWith(await this.#store(name, write), request, headers)
  }

  #store(name: string, write: () => string): Promise<StoredText> {
    const stored = this.#stored.get(name) ?? storeText(write(), brotliQuality)
    this.#stored.set(name, stored)
    return stored
  }
}
