//! Files that Python code reads.

use std::io;

use perfect_play_file::RemoteFile;
use pyo3::{
    Bound, Py, PyAny, PyErr, PyResult, Python,
    exceptions::PyException,
    types::{PyAnyMethods, PyBytes, PyBytesMethods},
};

/// An instance of `perfect_play.remote.RemoteFile`.
#[derive(Debug)]
pub(crate) struct RemoteObject {
    file: Py<PyAny>,
    length: Option<u64>,
}

impl RemoteObject {
    pub(crate) fn new(file: &Bound<'_, PyAny>) -> PyResult<Self> {
        let length = file.getattr("length")?.extract()?;
        Ok(Self { file: file.clone().unbind(), length })
    }
}

impl RemoteFile for RemoteObject {
    fn length(&self) -> Option<u64> {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        Python::attach(|py| {
            let read = self.file.bind(py).call_method1("read", (offset, buffer.len()));
            let bytes = read.and_then(|bytes| Ok(bytes.cast_into::<PyBytes>()?));
            let bytes = bytes.map_err(|error| unread(py, error))?;
            let bytes = bytes.as_bytes();
            if bytes.len() != buffer.len() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer.copy_from_slice(bytes);
            Ok(())
        })
    }
}

/// The error for bytes that cannot be read. Ctrl-C and the end of the program are not errors of the file: the exception itself is
/// kept, and [`raised`](crate::errors::raised) gives it back.
fn unread(py: Python<'_>, error: PyErr) -> io::Error {
    if error.is_instance_of::<PyException>(py) {
        return io::Error::other(error.value(py).to_string());
    }
    io::Error::other(error)
}
