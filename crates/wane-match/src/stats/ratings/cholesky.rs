//! Linear equations with a symmetric positive definite matrix, by its Cholesky decomposition.

/// The matrix as a lower triangular matrix times its transpose.
pub(super) struct Cholesky {
    triangle: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Decomposes a matrix. The part above its diagonal is ignored.
    pub(super) fn new(mut matrix: Vec<Vec<f64>>) -> Self {
        for row in 0..matrix.len() {
            let (above, current) = matrix.split_at_mut(row);
            let current = &mut current[0];
            for (column, other) in above.iter().enumerate() {
                let known: f64 =
                    current[..column].iter().zip(other).map(|(one, other)| one * other).sum();
                current[column] = (current[column] - known) / other[column];
            }
            let known: f64 = current[..row].iter().map(|part| part * part).sum();
            // Rounding can take away what is left of an eigenvalue that is almost 0.
            current[row] = (current[row] - known).max(f64::EPSILON * current[row]).sqrt();
        }
        Self { triangle: matrix }
    }

    /// The vector that the matrix maps to `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for (row, line) in self.triangle.iter().enumerate() {
            let known: f64 = line[..row].iter().zip(&solution).map(|(part, x)| part * x).sum();
            solution[row] = (solution[row] - known) / line[row];
        }
        for (row, line) in self.triangle.iter().enumerate().rev() {
            solution[row] /= line[row];
            let x = solution[row];
            for (part, left) in line[..row].iter().zip(&mut solution) {
                *left -= part * x;
            }
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_multiplied_is_found_again() {
        let matrix = [[4.0, -2.0, 1.0], [-2.0, 5.0, -1.5], [1.0, -1.5, 3.0]];
        let x = [1.0, -2.0, 0.5];
        let right = matrix.map(|row| row.iter().zip(x).map(|(part, x)| part * x).sum::<f64>());
        let found = Cholesky::new(matrix.map(Vec::from).into()).solve(&right);
        for (found, x) in found.iter().zip(x) {
            assert!((found - x).abs() < 1e-12, "{found} {x}");
        }
    }
}
