import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  RawNode,
  type RootOperationNode,
} from 'kysely';

/**
 * The column types of the migrations on PostgreSQL. Integers hold sizes, times and counters without a limit that SQLite
 * does not have. Texts are compared by code units on every database, whatever its collation is.
 */
class ColumnTypes extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node);
    return { ...column, dataType: typeOf(column.dataType) };
  }
}

function typeOf(type: ColumnDefinitionNode['dataType']): ColumnDefinitionNode['dataType'] {
  if (!DataTypeNode.is(type)) return type;
  if (type.dataType === 'integer') return DataTypeNode.create('bigint');
  return type.dataType === 'text' ? RawNode.createWithSql('text collate "C"') : type;
}

/** For migrations on PostgreSQL. */
export class PostgresColumnTypes implements KyselyPlugin {
  readonly #types = new ColumnTypes();

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#types.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<PluginTransformResultArgs['result']> {
    return result;
  }
}
