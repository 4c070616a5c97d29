// The schemas of the OpenAPI document: converts the contract's schemas, and collects those with a name.
import { z } from 'zod';
import { schemaNames } from './schema-names.ts';

export type JsonSchema = Record<string, unknown>;

/** `output` is what the server sends, `input` what it takes. */
type Direction = 'output' | 'input';

/** Descriptions of the contract (`meta`), with the names that its exports give. */
class NamedSchemas extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly #nameOf: (schema: z.ZodType) => string | undefined;

  constructor(nameOf: (schema: z.ZodType) => string | undefined) {
    super();
    this.#nameOf = nameOf;
  }

  override get(schema: z.core.$ZodType) {
    const meta = z.globalRegistry.get(schema);
    const id = this.#nameOf(schema as z.ZodType);
    // biome-ignore lint/suspicious/noExplicitAny: the type of the metadata is that of any schema
    return (id === undefined ? meta : { ...meta, id }) as any;
  }
}

/** Convert all answers before any body: a schema has the same name in both only where it is the same in both. */
export class SchemaCollection {
  /** By name. */
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #sent = new Set<string>();
  readonly #names: Record<Direction, NamedSchemas> = {
    output: new NamedSchemas((schema) => schemaNames.get(schema)),
    input: new NamedSchemas((schema) => this.#nameOfTaken(schema)),
  };

  /** A reference to the schema, under its own name or this one. */
  add(name: string, schema: z.ZodType, direction: Direction): JsonSchema {
    const converted = this.convert(schema, direction);
    return '$ref' in converted ? converted : this.#put(name, converted, direction);
  }

  /** The schema itself; the named ones inside it are references. */
  convert(schema: z.ZodType, direction: Direction): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io: direction,
      unrepresentable: 'any',
      metadata: this.#names[direction],
    }) as JsonSchema;
    for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>))
      this.#put(name, pointed(definition), direction);
    return pointed(own);
  }

  #put(name: string, schema: JsonSchema, direction: Direction): JsonSchema {
    const known = this.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are named ${name}.`);
    this.schemas[name] = schema;
    if (direction === 'output') this.#sent.add(name);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Values are the same in both directions; an object that is sent may have transforms and defaults. */
  #nameOfTaken(schema: z.ZodType): string | undefined {
    const name = schemaNames.get(schema);
    const isValue = schema instanceof z.ZodEnum;
    return name !== undefined && (isValue || !this.#sent.has(name)) ? name : undefined;
  }
}

const pointed = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
