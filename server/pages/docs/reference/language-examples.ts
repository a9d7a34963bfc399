import { operations, type OperationId } from '../../../../generated/operations.ts'
import type { DocsContext } from '../page.ts'
import { idempotencyKeyVariable, keyOf, needsKey, variableOf } from './call-examples.ts'
import type { Json, RoutedOperation } from './contract.ts'

/** A call in a language without a package of ours, with nothing but the language's own library. */
export interface LanguageExample {
  /** The first word of the code block's info string. */
  readonly language: 'python' | 'php' | 'ruby' | 'go' | 'java'
  readonly name: string
  readonly source: string
}

/** The calls that every integration makes. With all calls in all languages, pages would become too large. */
const shown: ReadonlySet<OperationId> = new Set([
  'createCheckoutSession',
  'retrieveCheckoutSession',
  'refundCheckoutSession',
])

/** The call in each language; none for a call that few integrations make. */
export function languageExamples(operation: RoutedOperation, context: DocsContext): LanguageExample[] {
  if (!shown.has(operation.id)) return []
  const call = callOf(operation, context)
  return [
    { language: 'python', name: 'Python', source: python(call) },
    { language: 'php', name: 'PHP', source: php(call) },
    { language: 'ruby', name: 'Ruby', source: ruby(call) },
    { language: 'go', name: 'Go', source: go(call) },
    { language: 'java', name: 'Java', source: java(call) },
  ]
}

/** Text, and between it values of environment variables. */
type Parts = readonly (string | { readonly variable: string })[]

interface Call {
  readonly method: string
  readonly address: Parts
  readonly headers: readonly (readonly [string, Parts])[]
  readonly body: Json | undefined
}

function callOf(operation: RoutedOperation, context: DocsContext): Call {
  const body = operation.requestBody?.content['application/json'].example
  const path = operation.path.split(/\{(\w+)\}/)
  const key = keyOf(operation, context)
  return {
    method: operation.method,
    address: [context.baseUrl, ...path.map((part, at) => (at % 2 ? { variable: variableOf(operation, part) } : part))],
    headers: [
      ...(operations[operation.id].auth === 'none' ? [] : [['Authorization', ['Bearer ', key]] as const]),
      ...(needsKey(operation) ? [['Idempotency-Key', [{ variable: idempotencyKeyVariable }]] as const] : []),
      ...(body === undefined ? [] : [['Content-Type', ['application/json']] as const]),
    ],
    body,
  }
}

/** An expression: the texts in quotation marks and the variables, with `plus` between. */
function joined(
  parts: Parts,
  quoted: (text: string) => string,
  variable: (name: string) => string,
  plus: string,
): string {
  const texts: (string | { variable: string })[] = []
  for (const part of parts) {
    const last = texts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') texts[texts.length - 1] = last + part
    else if (part !== '') texts.push(part)
  }
  return texts.map((part) => (typeof part === 'string' ? quoted(part) : variable(part.variable))).join(plus)
}

const single = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
const double = (text: string): string => JSON.stringify(text)

/** How a language writes the values of JSON. */
interface Literals {
  readonly open: string
  readonly close: string
  readonly field: (name: string) => string
  readonly null: string
  readonly true: string
  readonly false: string
}

function literal(value: Json, style: Literals, indent: string): string {
  if (typeof value === 'string') return single(value)
  if (value === null) return style.null
  if (typeof value === 'boolean') return value ? style.true : style.false
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const lines = Array.isArray(value)
    ? value.map((item: Json) => literal(item, style, inner))
    : Object.entries(value).map(([name, item]) => `${style.field(name)}${literal(item, style, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : [style.open, style.close]
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`
}

function python({ method, address, headers, body }: Call): string {
  const text = (parts: Parts): string => joined(parts, single, (name) => `os.environ['${name}']`, ' + ')
  const style = {
    open: '{',
    close: '}',
    field: (name: string) => `'${name}': `,
    null: 'None',
    true: 'True',
    false: 'False',
  }
  return `import json, os, urllib.request

request = urllib.request.Request(
    ${text(address)},
    method='${method}',
    headers={
${headers.map(([name, value]) => `        '${name}': ${text(value)},\n`).join('')}    },
${body === undefined ? '' : `    data=json.dumps(${literal(body, style, '    ')}).encode(),\n`})
with urllib.request.urlopen(request, timeout=60) as reply:
    print(json.load(reply)['id'])`
}

function php({ method, address, headers, body }: Call): string {
  const text = (parts: Parts): string => joined(parts, single, (name) => `getenv('${name}')`, ' . ')
  const style = {
    open: '[',
    close: ']',
    field: (name: string) => `'${name}' => `,
    null: 'null',
    true: 'true',
    false: 'false',
  }
  const lines = headers.map(([name, [first, ...rest]]) => `        ${text([`${name}: `, first ?? '', ...rest])},\n`)
  return `<?php
$options = ['http' => [
    'method' => '${method}',
    'timeout' => 60,
    'header' => [
${lines.join('')}    ],
${body === undefined ? '' : `    'content' => json_encode(${literal(body, style, '    ')}),\n`}]];
$reply = file_get_contents(${text(address)}, false, stream_context_create($options));
if ($reply === false) exit(1);
echo json_decode($reply)->id, "\\n";`
}

function ruby({ method, address, headers, body }: Call): string {
  const text = (parts: Parts): string => joined(parts, single, (name) => `ENV.fetch('${name}')`, ' + ')
  const style = {
    open: '{',
    close: '}',
    field: (name: string) => `${name}: `,
    null: 'nil',
    true: 'true',
    false: 'false',
  }
  return `require 'json'
require 'net/http'

uri = URI(${text(address)})
request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)
${headers.map(([name, value]) => `request['${name}'] = ${text(value)}\n`).join('')}${
    body === undefined ? '' : `request.body = JSON.generate(${literal(body, style, '')})\n`
  }reply = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https', read_timeout: 60) do |http|
  http.request(request)
end
reply.value # raises an error unless the status is 2xx
puts JSON.parse(reply.body)['id']`
}

function go({ method, address, headers, body }: Call): string {
  const text = (parts: Parts): string => joined(parts, double, (name) => `os.Getenv("${name}")`, ' + ')
  const usesVariables = [address, ...headers.map(([, value]) => value)].flat().some((part) => typeof part === 'object')
  const imports = [
    'encoding/json',
    'fmt',
    'log',
    'net/http',
    ...(usesVariables ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
    'time',
  ]
  const json =
    body === undefined ? 'nil' : `strings.NewReader(\`${JSON.stringify(body, null, 2).replaceAll('\n', '\n\t')}\`)`
  const lines = headers.map(([name, value]) => `\trequest.Header.Set("${name}", ${text(value)})\n`)
  return `package main

import (
${imports.map((name) => `\t"${name}"\n`).join('')})

func main() {
	request, err := http.NewRequest("${method}", ${text(address)}, ${json})
	if err != nil {
		log.Fatal(err)
	}
${lines.join('')}	client := http.Client{Timeout: time.Minute}
	reply, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer reply.Body.Close()
	var object struct{ ID string }
	if err := json.NewDecoder(reply.Body).Decode(&object); err != nil || reply.StatusCode != 200 {
		log.Fatal(reply.Status, err)
	}
	fmt.Println(object.ID)
}`
}

function java({ method, address, headers, body }: Call): string {
  const text = (parts: Parts): string => joined(parts, double, (name) => `System.getenv("${name}")`, ' + ')
  const json =
    body === undefined
      ? 'noBody()'
      : `ofString("""\n            ${JSON.stringify(body, null, 2).replaceAll('\n', '\n            ')}""")`
  const lines = headers.map(([name, value]) => `            .header("${name}", ${text(value)})\n`)
  return `import java.net.URI;
import java.net.http.*;
import java.time.Duration;

class Call {
    public static void main(String[] words) throws Exception {
        var body = HttpRequest.BodyPublishers.${json};
        var request = HttpRequest.newBuilder(URI.create(${text(address)}))
${lines.join('')}            .timeout(Duration.ofMinutes(1))
            .method("${method}", body)
            .build();
        var reply = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (reply.statusCode() != 200) throw new Exception(reply.body());
        System.out.println(reply.body());
    }
}`
}
