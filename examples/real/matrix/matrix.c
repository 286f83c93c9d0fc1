/* Small dense matrices: reads a square system from stdin and solves it.
 *
 * Input:  n, then the n x n coefficients row by row, then n right-hand sides.
 * Output: the solution as a row, and its largest residual.
 *
 * -DBUG=1: the substitution begins one row after the last one.
 * -DBUG=2: solve forgets its copy of the matrix if the system is singular.
 */
#include <stdio.h>
#include <stdlib.h>

#define MAX_ORDER 4

struct matrix {
  int rows;
  int cols;
  double *at;
};

static struct matrix *mat_new(int rows, int cols) {
  struct matrix *m = malloc(sizeof *m); /* FAILS: 2 */
  if (!m) return NULL;
  m->at = calloc((size_t)rows * (size_t)cols, sizeof *m->at);
  if (!m->at) {
    free(m);
    return NULL;
  }
  m->rows = rows;
  m->cols = cols;
  return m;
}

static void mat_free(struct matrix *m) {
  if (m) {
    free(m->at);
    free(m);
  }
}

static double mat_get(const struct matrix *m, int row, int col) {
  return m->at[row * m->cols + col]; /* FAILS: 1 */
}

static void mat_set(struct matrix *m, int row, int col, double value) {
  m->at[row * m->cols + col] = value;
}

static struct matrix *mat_copy(const struct matrix *m) {
  struct matrix *copy = mat_new(m->rows, m->cols);
  if (!copy) return NULL;
  for (int i = 0; i < m->rows * m->cols; i++) copy->at[i] = m->at[i];
  return copy;
}

static struct matrix *mat_transpose(const struct matrix *m) {
  struct matrix *t = mat_new(m->cols, m->rows);
  if (!t) return NULL;
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++) mat_set(t, j, i, mat_get(m, i, j));
  return t;
}

static struct matrix *mat_mul(const struct matrix *a, const struct matrix *b) {
  if (a->cols != b->rows) return NULL;
  struct matrix *c = mat_new(a->rows, b->cols);
  if (!c) return NULL;
  for (int i = 0; i < a->rows; i++) {
    for (int j = 0; j < b->cols; j++) {
      double sum = 0.0;
      for (int k = 0; k < a->cols; k++) sum += mat_get(a, i, k) * mat_get(b, k, j);
      mat_set(c, i, j, sum);
    }
  }
  return c;
}

static double magnitude(double x) {
  return x < 0.0 ? -x : x;
}

static int pivot_row(const struct matrix *m, int col) {
  int best = col;
  for (int i = col + 1; i < m->rows; i++)
    if (magnitude(mat_get(m, i, col)) > magnitude(mat_get(m, best, col))) best = i;
  return best;
}

static void swap_rows(struct matrix *m, int a, int b) {
  if (a == b) return;
  for (int j = 0; j < m->cols; j++) {
    double kept = mat_get(m, a, j);
    mat_set(m, a, j, mat_get(m, b, j));
    mat_set(m, b, j, kept);
  }
}

static void eliminate(struct matrix *m, struct matrix *x, int col) {
  for (int i = col + 1; i < m->rows; i++) {
    double factor = mat_get(m, i, col) / mat_get(m, col, col);
    for (int j = col; j < m->cols; j++) mat_set(m, i, j, mat_get(m, i, j) - factor * mat_get(m, col, j));
    mat_set(x, i, 0, mat_get(x, i, 0) - factor * mat_get(x, col, 0));
  }
}

/* Solves m * x = rhs by Gaussian elimination; NULL if m is singular. */
static struct matrix *solve(const struct matrix *m, const struct matrix *rhs) {
  struct matrix *work = mat_copy(m);
  struct matrix *x = mat_copy(rhs);
  if (!work || !x) goto fail;
  for (int col = 0; col < work->rows; col++) {
    int pivot = pivot_row(work, col);
    if (magnitude(mat_get(work, pivot, col)) < 1e-9) goto fail;
    swap_rows(work, col, pivot);
    swap_rows(x, col, pivot);
    eliminate(work, x, col);
  }
#if BUG == 1
  for (int i = work->rows; i >= 0; i--) {
#else
  for (int i = work->rows - 1; i >= 0; i--) {
#endif
    double sum = mat_get(x, i, 0);
    for (int j = i + 1; j < work->cols; j++) sum -= mat_get(work, i, j) * mat_get(x, j, 0);
    mat_set(x, i, 0, sum / mat_get(work, i, i));
  }
  mat_free(work);
  return x;

fail:
#if BUG != 2
  mat_free(work);
#endif
  mat_free(x);
  return NULL;
}

static struct matrix *read_matrix(int rows, int cols) {
  struct matrix *m = mat_new(rows, cols);
  if (!m) return NULL;
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < cols; j++) {
      double value;
      if (scanf("%lf", &value) != 1) {
        mat_free(m);
        return NULL;
      }
      mat_set(m, i, j, value);
    }
  }
  return m;
}

static void print_matrix(const char *title, const struct matrix *m) {
  printf("%s:\n", title);
  for (int i = 0; i < m->rows; i++) {
    for (int j = 0; j < m->cols; j++) printf(" %10.4f", mat_get(m, i, j));
    printf("\n");
  }
}

static double largest_residual(const struct matrix *m, const struct matrix *x, const struct matrix *rhs) {
  struct matrix *product = mat_mul(m, x);
  double largest = 0.0;
  if (!product) return -1.0;
  for (int i = 0; i < rhs->rows; i++) {
    double residual = magnitude(mat_get(product, i, 0) - mat_get(rhs, i, 0));
    if (residual > largest) largest = residual;
  }
  mat_free(product);
  return largest;
}

int main(void) {
  int order;
  int status = EXIT_FAILURE;
  struct matrix *m = NULL, *rhs = NULL, *x = NULL, *flat = NULL;

  if (scanf("%d", &order) != 1 || order < 1 || order > MAX_ORDER) {
    fprintf(stderr, "expected an order from 1 to %d\n", MAX_ORDER);
    return EXIT_FAILURE;
  }
  m = read_matrix(order, order);
  rhs = read_matrix(order, 1);
  if (!m || !rhs) {
    fprintf(stderr, "expected %d coefficients\n", order * (order + 1));
    goto done;
  }
  x = solve(m, rhs);
  if (!x) {
    fprintf(stderr, "the matrix is singular\n");
    goto done;
  }
  flat = mat_transpose(x);
  if (!flat) goto done;
  print_matrix("solution", flat);
  printf("largest residual: %g\n", largest_residual(m, x, rhs));
  status = EXIT_SUCCESS;

done:
  mat_free(m);
  mat_free(rhs);
  mat_free(x);
  mat_free(flat);
  return status;
}
