// SQL texts for SQLite. SQLite looks at the value of a parameter that is a whole LIMIT or LIKE pattern, and so plans the
// statement again each time it runs, which costs more than running it. Inside an expression it does not look.
import { type LimitNode, SqliteQueryCompiler } from 'kysely';

export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit cast(');
    this.visitNode(limit);
    this.append(' as bigint)');
  }
}
