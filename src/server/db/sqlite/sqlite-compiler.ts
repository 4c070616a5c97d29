// Compiles SQL for SQLite. SQLite plans a statement again at each run if a bare parameter is the LIMIT, which costs more than
// the run. Inside an expression the parameter has no such effect.
import { type LimitNode, SqliteQueryCompiler } from 'kysely';

export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit cast(');
    this.visitNode(limit);
    this.append(' as bigint)');
  }
}
